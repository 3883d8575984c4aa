/** A folder of source files. */
export type Folder = { name: string; folders: Folder[]; files: { name: string; path: string }[] }

const depthMax = 32

/** Groups paths by their folders. A folder whose only entry is a folder takes its name in, as in `@openzeppelin/contracts`. */
export const folderOf = (paths: readonly string[]): Folder => {
  const root: Folder = { name: '', folders: [], files: [] }
  // What the author wrote comes before what it depends on.
  for (const path of [...paths].sort((a, b) => Number(isDependency(a)) - Number(isDependency(b)) || (a < b ? -1 : 1))) {
    const parts = path.split('/', depthMax)
    const name = path.slice(parts.slice(0, -1).join('/').length + (parts.length > 1 ? 1 : 0))
    let folder = root
    for (const part of parts.slice(0, -1)) {
      let next = folder.folders.find((one) => one.name === part)
      if (!next) {
        next = { name: part, folders: [], files: [] }
        folder.folders.push(next)
      }
      folder = next
    }
    folder.files.push({ name, path })
  }
  return { ...root, folders: root.folders.map(joined) }
}

const isDependency = (path: string): boolean => /^(@|lib\/|npm\/|node_modules\/|https?:)/.test(path)

const joined = ({ name, folders, files }: Folder): Folder => {
  const [only] = folders
  if (only && folders.length === 1 && files.length === 0) return joined({ ...only, name: `${name}/${only.name}` })
  return { name, folders: folders.map(joined), files }
}
