import { ask, type PolicyRule } from "@gauntlet/core";

const PIPELINE = "What runs in the build system has its secrets; a person looks at each change.";

/** Files that decide what runs elsewhere with more rights than the agent has. Reading them is free. */
export const pipelineFiles: readonly PolicyRule[] = [
  ask("Edit(//**/.github/workflows/**)", {
    id: "recommended/pipeline/github-workflows",
    why: PIPELINE,
    examples: {
      ask: [".github/workflows/test.yml", ".github/ISSUE_TEMPLATE.md"],
    },
  }),
  ask("Edit(//**/.github/actions/**)", {
    id: "recommended/pipeline/github-actions",
    why: PIPELINE,
    examples: { ask: [".github/actions/setup/action.yml"] },
  }),
  ask("Edit(//**/.gitlab-ci.yml)", {
    id: "recommended/pipeline/gitlab",
    why: PIPELINE,
    examples: { ask: [".gitlab-ci.yml"] },
  }),
  ask("Edit(//**/.circleci/**)", {
    id: "recommended/pipeline/circleci",
    why: PIPELINE,
    examples: { ask: [".circleci/config.yml"] },
  }),
  ask("Edit(//**/azure-pipelines.yml)", {
    id: "recommended/pipeline/azure",
    why: PIPELINE,
    examples: { ask: ["azure-pipelines.yml"] },
  }),
  ask("Edit(//**/Jenkinsfile)", {
    id: "recommended/pipeline/jenkins",
    why: PIPELINE,
    examples: { ask: ["Jenkinsfile"] },
  }),
  ask("Edit(//**/CODEOWNERS)", {
    id: "recommended/pipeline/codeowners",
    why: "This file decides who has to approve changes; a person looks at each change.",
    examples: { ask: [".github/CODEOWNERS"] },
  }),
];
