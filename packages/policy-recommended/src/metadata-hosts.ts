import { deny, type PolicyRule } from "@gauntlet/core";

const METADATA = "The metadata service hands out the credentials of this machine to whoever asks.";

/** Addresses at which clouds give their machines credentials, for tools that connect and for commands that name them. */
export const metadataHosts: readonly PolicyRule[] = [
  deny("WebFetch(domain:169.254.169.254)", {
    id: "recommended/metadata/address",
    why: METADATA,
    examples: { deny: ["http://169.254.169.254/latest/meta-data/", "169.254.169.254"], ask: ["example.com"] },
  }),
  deny("WebFetch(domain:[fd00:ec2::254])", {
    id: "recommended/metadata/address-v6",
    why: METADATA,
    examples: { deny: ["http://[fd00:ec2::254]/latest/meta-data/"] },
  }),
  deny("WebFetch(domain:169.254.170.2)", {
    id: "recommended/metadata/container",
    why: METADATA,
    examples: { deny: ["http://169.254.170.2/v2/credentials/x"] },
  }),
  deny("WebFetch(domain:metadata.google.internal)", {
    id: "recommended/metadata/google",
    why: METADATA,
    examples: { deny: ["http://metadata.google.internal/computeMetadata/v1/"] },
  }),
  deny("WebFetch(domain:100.100.100.200)", {
    id: "recommended/metadata/alibaba",
    why: METADATA,
    examples: { deny: ["http://100.100.100.200/latest/meta-data/"] },
  }),
  deny("Bash(*169.254.169.254*)", {
    id: "recommended/metadata/command-address",
    why: METADATA,
    examples: { deny: ["curl -s http://169.254.169.254/latest/meta-data/iam/"] },
  }),
  deny("Bash(*metadata.google.internal*)", {
    id: "recommended/metadata/command-google",
    why: METADATA,
    examples: { deny: ["wget -qO- http://metadata.google.internal/computeMetadata/v1/"] },
  }),
];
