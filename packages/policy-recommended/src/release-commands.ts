import { ask, deny, type PolicyRule } from "@gauntlet/core";

const PUBLISHED = "What is published cannot be taken back; a person says when.";
const DEPENDENCY =
  "A new dependency runs its code here and everywhere this is installed; a person chooses it.";
const RUNNING = "This changes what is running.";
const CLUSTER_SECRETS = "This prints the secrets of the cluster; ask for the name of the one you need.";

type Row = readonly [name: string, pattern: string, why: string, ...examples: readonly string[]];

/** Registries, dependencies and running systems. Installing what a lock file names (`npm ci`) is left to others. */
const asks: readonly Row[] = [
  ["npm-publish", "npm publish *", PUBLISHED, "npm publish", "npm publish --access public"],
  ["pnpm-publish", "pnpm publish *", PUBLISHED, "pnpm publish -r"],
  ["yarn-publish", "yarn npm publish *", PUBLISHED, "yarn npm publish"],
  ["cargo-publish", "cargo publish *", PUBLISHED, "cargo publish"],
  ["twine-upload", "twine upload *", PUBLISHED, "twine upload dist/pkg.whl"],
  ["gem-push", "gem push *", PUBLISHED, "gem push x.gem"],
  ["docker-push", "docker push *", PUBLISHED, "docker push acme/app:1"],
  ["gh-release", "gh release create *", PUBLISHED, "gh release create v1"],
  ["gh-merge", "gh pr merge *", "What is merged is what others build on.", "gh pr merge 12"],
  ["npm-install", "npm install *", DEPENDENCY, "npm install", "npm install left-pad", "npm ci"],
  ["npm-i", "npm i *", DEPENDENCY, "npm i left-pad"],
  ["npm-add", "npm add *", DEPENDENCY, "npm add left-pad"],
  ["pnpm-add", "pnpm add *", DEPENDENCY, "pnpm add left-pad"],
  ["yarn-add", "yarn add *", DEPENDENCY, "yarn add left-pad"],
  ["pip-install", "pip install *", DEPENDENCY, "pip install requests"],
  ["pip3-install", "pip3 install *", DEPENDENCY, "pip3 install requests"],
  ["uv-add", "uv add *", DEPENDENCY, "uv add requests"],
  ["cargo-add", "cargo add *", DEPENDENCY, "cargo add serde"],
  ["terraform-apply", "terraform apply *", RUNNING, "terraform apply -auto-approve", "terraform plan"],
  ["kubectl-apply", "kubectl apply *", RUNNING, "kubectl apply -f k8s", "kubectl get pods"],
  ["kubectl-delete", "kubectl delete *", RUNNING, "kubectl delete pod x"],
  ["helm-upgrade", "helm upgrade *", RUNNING, "helm upgrade app ./chart"],
];

const denies: readonly Row[] = [
  ["terraform-destroy", "terraform destroy *", "This removes what is running.", "terraform destroy"],
  ["gh-repo-delete", "gh repo delete *", "This removes a repository.", "gh repo delete acme/app"],
  ["kubectl-secret", "kubectl get secret *", CLUSTER_SECRETS, "kubectl get secret db -o yaml"],
  ["kubectl-secrets", "kubectl get secrets *", CLUSTER_SECRETS, "kubectl get secrets"],
];

/** Commands whose effect is seen outside this machine, or that bring new code in. */
export const releaseCommands: readonly PolicyRule[] = [
  ...asks.map(([name, pattern, why, ...examples]) =>
    ask(`Bash(${pattern})`, { id: `recommended/release/${name}`, why, examples: { ask: examples } }),
  ),
  ...denies.map(([name, pattern, why, ...examples]) =>
    deny(`Bash(${pattern})`, { id: `recommended/release/${name}`, why, examples: { deny: examples } }),
  ),
];
