import { expect, test } from "vitest";
import { addressOfHost, addressRange, isLoopbackName } from "../src/address-range.ts";

test.each([
  ["93.184.215.14", "public"],
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
  ["::ffff:8.8.8.8", "public"],
  ["127.0.0.1", "loopback"],
  ["127.255.255.254", "loopback"],
  ["::1", "loopback"],
  ["::ffff:127.0.0.1", "loopback"],
  ["10.1.2.3", "private"],
  ["::ffff:10.0.0.1", "private"],
  ["169.254.169.254", "linkLocal"],
  ["fe80::1", "linkLocal"],
  ["fe80::1%lo", "linkLocal"],
  ["fc00::1", "uniqueLocal"],
  ["100.64.0.1", "carrierGradeNat"],
  ["168.63.129.16", "platform"],
  ["::ffff:168.63.129.16", "platform"],
  ["168.63.129.17", "public"],
  ["0.0.0.0", "unspecified"],
  ["::", "unspecified"],
  ["240.0.0.1", "reserved"],
  ["192.0.2.1", "reserved"],
  ["2001:db8::1", "reserved"],
  ["64:ff9b::808:808", "rfc6052"],
  ["2002:808:808::1", "6to4"],
  ["2001::1", "teredo"],
  ["ff02::1", "multicast"],
  ["::808:808", "reserved"],
  ["::7f00:1", "reserved"],
  ["4000::1", "reserved"],
  ["", "unreadable"],
  ["example.com", "unreadable"],
])("%s is %s", async (address, range) => {
  expect(await addressRange(address)).toBe(range);
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["[::1]", "::1"],
  ["localhost", undefined],
  ["127.0.0.1.example", undefined],
])("the address of the host %s is %s", async (host, address) => {
  expect(await addressOfHost(host)).toBe(address);
});

test.each([
  ["localhost", true],
  ["a.localhost", true],
  ["localhost.example", false],
  ["notlocalhost", false],
])("%s is a name of this machine: %s", (host, isHere) => {
  expect(isLoopbackName(host)).toBe(isHere);
});
