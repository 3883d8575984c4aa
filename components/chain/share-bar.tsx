/** Distinct hues, for as many parts as a bar shows. */
const hues = [265, 190, 145, 85, 45, 20, 330, 300]

/** Parts of a whole, in their order, as a bar with a legend; further ones than it has colours for are left out. */
export const ShareBar = ({ label, parts }: { label: string; parts: readonly { name: string; percent: number }[] }) => {
  const shown = parts
    .slice(0, hues.length)
    .map((part, index) => ({ ...part, colour: `oklch(0.65 0.14 ${hues[index]})` }))
  return (
    <figure aria-label={label} className="border-line border-b px-4 py-3">
      <div aria-hidden className="flex h-2.5 gap-px overflow-hidden rounded-full bg-sunken">
        {shown.map(({ percent, colour }) => (
          <span key={colour} style={{ flexGrow: percent, background: colour }} />
        ))}
      </div>
      <figcaption className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-label">
        {shown.map(({ name, percent, colour }) => (
          <span key={colour} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2 rounded-full" style={{ background: colour }} />
            <span className="max-w-28 truncate">{name}</span>
            <span className="text-muted">{percent < 0.1 ? '<0.1' : +percent.toFixed(1)}%</span>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
