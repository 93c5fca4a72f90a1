/** Descriptions of the tools: when to use each, when not, and which neighbor is better. */
export const READ = `Shows a file: text, images, PDFs and notebooks. Use it before Edit, and before Write replaces an existing file: both need a Read first.
- Each line comes as its number, a tab, and the line (as \`cat -n\`). Line ends and a byte order mark are not shown.
- Without offset and limit you get the whole file, or its first page with a PARTIAL view notice when it is too large (25,000 tokens).
- For a large file give offset (first line, counted from 1) and limit (number of lines). The lines shown are the lines you may Edit.
- Lines above 2,000 characters are cut. UTF-16 and charsets that a file declares are shown as text, and kept by Edit and Write.
- Reading the same lines of an unchanged file again gives a short note instead of the lines.
- Images (PNG, JPEG, GIF, WebP, TIFF, AVIF) are shown to you as images, made smaller when they are large. SVG is text.
- A PDF of up to 10 pages is shown whole when you leave out pages. For a longer one give pages ("3", "1-5", "1-3,7"; at most 20 a call): you get the text of each, and pictures of scanned pages.
- A notebook (.ipynb) comes as cells with their ids and outputs; offset and limit count cells. Change it with NotebookEdit.
- Other binaries are refused.
- To find where something is, use Grep; to list files of a directory, use Glob.`;

export const WRITE = `Writes a whole file: creates it, with missing parent directories, or replaces its content.
- To change part of a file use Edit: it is shorter and cannot lose the rest.
- An existing file must have been read whole with Read in this session (no line cut) and not have changed since; if it has, you are shown what changed.
- Mode, owner, links and charset of the file are kept; a file with CRLF line ends or a byte order mark keeps them.
- The content is written exactly as given; nothing in it is unescaped or corrected. At most 32 MB.`;

export const EDIT = `Replaces an exact piece of text in a file that was read with Read in this session, at least the lines concerned.
- old_string must match the file exactly, blanks and tabs included, without the line numbers Read shows. If it does not, you are shown the nearest place and how it differs.
- It must occur once: add lines around it until it does, or set replace_all to change every occurrence.
- new_string is taken literally. Nothing outside the match changes; line ends and charset follow the file, so always use \\n.
- A file that others changed since the Read is still edited when old_string occurs in it exactly once; the result shows what else changed.
- An empty old_string creates a file, or fills an empty one. To rewrite most of a file, use Write; to find the place, use Grep; to change cells of a notebook (.ipynb), use NotebookEdit.`;

export const NOTEBOOK_EDIT = `Changes one cell of a Jupyter notebook (.ipynb) that was read with Read in this session.
- edit_mode replace (default) puts new_source in place of the whole source of cell_id, and cell_type if you give one; outputs of a code cell are cleared.
- edit_mode insert adds a cell of cell_type behind cell_id, or at the top without cell_id. The result names its id.
- edit_mode delete removes cell_id; give an empty new_source.
- cell_id is the id Read shows; in notebooks without ids it is cell-N, counted from 0, which changes when cells are inserted or deleted before it.
- Everything outside the cell stays as it is, byte for byte. A notebook that changed since it was read must be read again.
- To create a notebook use Write; for other files use Edit.`;

export const GLOB = `Finds files by name pattern such as src/**/*.ts, newest first, at most 100. Prefer it to find or ls in a shell.
- \`*\` stays within one directory, \`**\` crosses directories, {a,b} are alternatives; names that begin with a dot are included, letters are matched as they stand.
- Patterns are relative to path (default: working directory). Only files are listed; links are listed and not followed.
- Brackets and parentheses match as pattern and as they stand, so app/[id]/page.tsx finds that file.
- Files that .gitignore or .ignore excludes, and .git, are left out; name an ignored directory as path to search inside it.
- To search inside files use Grep; to see what a file holds use Read. For one file whose path you know, use Read at once.`;

export const GREP = `Searches the content of files with a regular expression (ripgrep syntax). Prefer it to grep or rg in a shell.
- output_mode: files_with_matches (default; newest first), content (matching lines with path and number), count (matching lines a file).
- Narrow it with path, with glob (such as *.ts; !*.test.ts leaves out; several with commas) or with type (such as js, py, rust); all of them must hold.
- Escape literal braces and brackets: interface\\{\\}. Look-around is not supported. A pattern stays within one line unless multiline is true.
- head_limit (default 250, 0 = no limit) and offset page through the results; the result says how many more there are.
- Files that .gitignore or .ignore excludes, .git, links and binary files are left out; name an ignored directory or file as path to search it.
- To find files by name use Glob. To change what you found, use Read first: a line shown here does not count as read.`;
