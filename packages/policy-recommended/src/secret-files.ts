import { deny, type PolicyRule } from "@gauntlet/core";

const ENVIRONMENT =
  "Environment files hold the secrets of this machine; read the committed example beside it, or ask for the names you need.";
const KEY = "Private keys are never needed as text; let the program that uses the key read it.";
const SIGNED_IN =
  "This is what a person is signed in with; run the program that uses it instead of reading it.";

/**
 * Files that hold secrets, wherever they lie. What may not be read may not be written either. Committed examples such
 * as `.env.example` are left alone, and so are `.env.test` and `.env.development`, which projects commit as well.
 */
export const secretFiles: readonly PolicyRule[] = [
  deny("Read(//**/.env)", {
    id: "recommended/secrets/env",
    why: ENVIRONMENT,
    examples: { deny: [".env", "/srv/app/.env"], ask: [".env.example", ".env.test", "src/env.ts"] },
  }),
  deny("Read(//**/.env.local)", {
    id: "recommended/secrets/env-local",
    why: ENVIRONMENT,
    examples: { deny: ["apps/web/.env.local"] },
  }),
  deny("Read(//**/.env.*.local)", {
    id: "recommended/secrets/env-mode-local",
    why: ENVIRONMENT,
    examples: { deny: [".env.development.local"] },
  }),
  deny("Read(//**/.env.production)", {
    id: "recommended/secrets/env-production",
    why: ENVIRONMENT,
    examples: { deny: [".env.production"], ask: [".env.production.example"] },
  }),
  deny("Read(//**/.env.staging)", {
    id: "recommended/secrets/env-staging",
    why: ENVIRONMENT,
    examples: { deny: [".env.staging"] },
  }),
  deny("Read(//**/*.pem)", {
    id: "recommended/secrets/pem",
    why: KEY,
    examples: { deny: ["certs/server.pem"], ask: ["docs/pem.md"] },
  }),
  deny("Read(//**/*.p12)", {
    id: "recommended/secrets/p12",
    why: KEY,
    examples: { deny: ["ios/distribution.p12"] },
  }),
  deny("Read(//**/*.pfx)", {
    id: "recommended/secrets/pfx",
    why: KEY,
    examples: { deny: ["signing.pfx"] },
  }),
  deny("Read(//**/id_rsa)", {
    id: "recommended/secrets/id-rsa",
    why: KEY,
    examples: { deny: ["deploy/id_rsa"], ask: ["deploy/id_rsa.pub"] },
  }),
  deny("Read(//**/id_ecdsa)", {
    id: "recommended/secrets/id-ecdsa",
    why: KEY,
    examples: { deny: ["deploy/id_ecdsa"] },
  }),
  deny("Read(//**/id_ed25519)", {
    id: "recommended/secrets/id-ed25519",
    why: KEY,
    examples: { deny: ["deploy/id_ed25519"], ask: ["deploy/id_ed25519.pub"] },
  }),
  deny("Read(//**/*.tfstate)", {
    id: "recommended/secrets/terraform-state",
    why: "Terraform's state holds secrets in plain text; `terraform show` hides them.",
    examples: { deny: ["infra/terraform.tfstate"], ask: ["infra/main.tf"] },
  }),
  deny("Read(~/.ssh/**)", {
    id: "recommended/secrets/ssh",
    why: KEY,
    examples: { deny: ["~/.ssh/config", "~/.ssh/work/key"] },
  }),
  deny("Read(~/.gnupg/**)", {
    id: "recommended/secrets/gnupg",
    why: KEY,
    examples: { deny: ["~/.gnupg/private-keys-v1.d/x.key"] },
  }),
  deny("Read(~/.aws/**)", {
    id: "recommended/secrets/aws",
    why: SIGNED_IN,
    examples: { deny: ["~/.aws/credentials", "~/.aws/sso/cache/x.json"] },
  }),
  deny("Read(~/.azure/**)", {
    id: "recommended/secrets/azure",
    why: SIGNED_IN,
    examples: { deny: ["~/.azure/msal_token_cache.json"] },
  }),
  deny("Read(~/.config/gcloud/**)", {
    id: "recommended/secrets/gcloud",
    why: SIGNED_IN,
    examples: { deny: ["~/.config/gcloud/application_default_credentials.json"] },
  }),
  deny("Read(~/.kube/**)", {
    id: "recommended/secrets/kube",
    why: SIGNED_IN,
    examples: { deny: ["~/.kube/config"], ask: ["deploy/kube/service.yaml"] },
  }),
  deny("Read(~/.docker/config.json)", {
    id: "recommended/secrets/docker",
    why: SIGNED_IN,
    examples: { deny: ["~/.docker/config.json"] },
  }),
  deny("Read(~/.config/gh/hosts.yml)", {
    id: "recommended/secrets/gh",
    why: SIGNED_IN,
    examples: { deny: ["~/.config/gh/hosts.yml"] },
  }),
  deny("Read(~/.npmrc)", {
    id: "recommended/secrets/npmrc",
    why: SIGNED_IN,
    examples: { deny: ["~/.npmrc"], ask: [".npmrc"] },
  }),
  deny("Read(~/.pypirc)", {
    id: "recommended/secrets/pypirc",
    why: SIGNED_IN,
    examples: { deny: ["~/.pypirc"] },
  }),
  deny("Read(~/.cargo/credentials.toml)", {
    id: "recommended/secrets/cargo",
    why: SIGNED_IN,
    examples: { deny: ["~/.cargo/credentials.toml"] },
  }),
  deny("Read(~/.netrc)", {
    id: "recommended/secrets/netrc",
    why: SIGNED_IN,
    examples: { deny: ["~/.netrc"] },
  }),
  deny("Read(~/.git-credentials)", {
    id: "recommended/secrets/git-credentials",
    why: SIGNED_IN,
    examples: { deny: ["~/.git-credentials"] },
  }),
  deny("Read(//run/secrets/**)", {
    id: "recommended/secrets/mounted",
    why: "Secrets mounted into a container are for the program that runs in it.",
    examples: { deny: ["/run/secrets/db-password"] },
  }),
  deny("Read(//var/run/secrets/**)", {
    id: "recommended/secrets/service-account",
    why: "Secrets mounted into a container are for the program that runs in it.",
    examples: { deny: ["/var/run/secrets/kubernetes.io/serviceaccount/token"] },
  }),
];
