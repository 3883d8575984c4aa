/** Text of a contract, with text between backticks as code. */
export const Prose = ({ children }: { children: string }) =>
  children.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <code key={index} className="rounded bg-sunken px-1 py-px font-mono text-[0.9em]">
        {part}
      </code>
    ),
  )
