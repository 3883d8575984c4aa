/** A sentence in which the text between backticks is code. */
export const CodeText = ({ text }: { text: string }) =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
      <code key={index} className="wrap-anywhere rounded bg-sunken px-1 font-mono text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  )
