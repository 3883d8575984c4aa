/** A list of a page that can be exported: the URL of its first page, and the file name without its extension. */
export type ExportedList = { address: string; fileName: string }
