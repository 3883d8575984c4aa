/** A path with highlighted parameters; it may wrap after each slash. */
export const PathText = ({ path }: { path: string }) =>
  path
    .split('/')
    .filter((part) => part !== '')
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one path never change places
      <span key={index}>
        /<wbr />
        {part.startsWith(':') ? <span className="text-accent">{part}</span> : part}
      </span>
    ))
