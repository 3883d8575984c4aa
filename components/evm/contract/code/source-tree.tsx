import { Link } from '#components/ui/link.tsx'
import { counted } from '#lib/format/amount.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import { type Folder, folderOf } from './folder-of.ts'

const filesMax = 300
const nameMax = 120

/** The source files as a tree of folders; folders with one entry share a line with it. */
export const SourceTree = ({
  paths,
  shown,
  hrefOf,
}: {
  paths: readonly string[]
  shown: string
  hrefOf: (path: string) => string
}) => {
  const listed = paths.slice(0, filesMax)
  if (!listed.includes(shown) && paths.includes(shown)) listed.push(shown)
  const branch = ({ folders, files }: Folder) => (
    <ul className="grid gap-px [&_ul]:ml-2 [&_ul]:border-line [&_ul]:border-l [&_ul]:pl-2">
      {folders.map((folder) => (
        <li key={folder.name}>
          <span className="wrap-anywhere block py-0.5 text-muted">{cutText(folder.name, nameMax)}/</span>
          {branch(folder)}
        </li>
      ))}
      {files.map(({ name, path }) => (
        <li key={path}>
          <Link
            href={hrefOf(path)}
            keepScroll
            aria-current={path === shown ? 'true' : undefined}
            className="wrap-anywhere block rounded px-1 py-0.5 hover:text-accent aria-[current]:bg-sunken aria-[current]:font-medium"
          >
            {cutText(name, nameMax)}
          </Link>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="Source files" className="p-3 text-xs leading-5">
      {branch(folderOf(listed))}
      {paths.length > listed.length && (
        <p className="pt-2 text-muted">and {counted(paths.length - listed.length, 'more file')} in the API</p>
      )}
    </nav>
  )
}
