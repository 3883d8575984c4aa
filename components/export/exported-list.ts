/** A list of a page that can be exported: the URL of its first page, and the file name without its extension. */
export type ExportedList = {
  address: string
  fileName: string
  /** The title of its dialog, if it is not simply the list. */
  title?: string
  /** Other files of the same, each with an address of its own; a period and chains can be chosen for these. */
  forms?: readonly { title: string; about: string; address: string; fileName: string }[]
}
