export type Documents = {
  folders: { postcards: string; postcardsAgain: string; stamps: string }
  files: Record<string, { contentType: string; text: string }>
}
export function makeDocuments(): Documents {
  return { folders: { postcards: 'ipfs://x/', postcardsAgain: 'ipfs://y/', stamps: 'ipfs://z/' }, files: {} }
}
