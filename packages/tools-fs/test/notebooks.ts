/** A notebook as Jupyter writes it: one blank a step, letters as they are. */
export const asJupyter = (notebook: object): string => `${JSON.stringify(notebook, null, 1)}\n`;

export const codeCell = (source: string | readonly string[], more: object = {}): object => ({
  cell_type: "code",
  execution_count: 3,
  id: "aaa",
  metadata: { k: 1 },
  outputs: [{ name: "stdout", output_type: "stream", text: ["9"] }],
  source,
  ...more,
});

export const markdownCell = (source: string | readonly string[], more: object = {}): object => ({
  cell_type: "markdown",
  id: "bbb",
  metadata: {},
  source,
  ...more,
});

export const notebookOf = (cells: readonly object[], more: object = {}): object => ({
  cells,
  metadata: { kernelspec: { language: "python", name: "py" } },
  nbformat: 4,
  nbformat_minor: 5,
  ...more,
});
