import { expect, test } from "vitest";
import { extensionOf, kindOfBody } from "../src/body-kind.ts";

test.each([
  ["text/html; charset=x", "<p>", "html"],
  ["application/xhtml+xml", "<html/>", "html"],
  ["", "\n <!DOCTYPE html><p>", "html"],
  ["application/octet-stream", "<html lang=en>", "html"],
  ["text/plain", "<!doctype html><p>", "text"],
  ["application/json", "{}", "json"],
  ["application/ld+json", "{}", "json"],
  ["image/svg+xml", "<svg/>", "text"],
  ["application/octet-stream", "#!/bin/sh\n", "text"],
  ["image/png", "no picture", "text"],
  ["", "", "text"],
  ["text/html", "a\0b", "file"],
  ["text/plain", "\x01\x02", "file"],
  ["text/html", "%PDF-1.7 text", "file"],
  ["text/plain", "\xff\xfea\0", "text"],
  ["text/plain", "\x1b$B", "text"],
])("%s that begins %j is %s", (contentType, head, kind) => {
  expect(kindOfBody(contentType, Buffer.from(head, "latin1"))).toBe(kind);
});

test.each([
  ["%PDF-1.7", "text/html", "https://a.example/x", "pdf"],
  ["\x89PNG\r\n\x1a\n", "", "https://a.example/x", "png"],
  ["\0", "image/jpeg", "https://a.example/x.bin", "jpg"],
  ["\0", "application/octet-stream", "https://a.example/data/tool.TAR?x=.exe", "tar"],
  ["\0", "", "https://a.example/", "bin"],
  ["\0", "constructor", "https://a.example/x.dat", "dat"],
  ["\0", "image/../../x", "https://a.example/..%2fx.b-d", "bin"],
])("a file that begins %j and is called %j at %s is kept as .%s", (head, contentType, url, extension) => {
  expect(extensionOf(Buffer.from(head, "latin1"), contentType, url)).toBe(extension);
});
