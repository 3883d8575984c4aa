import type { AptosNetwork } from '#components/aptos/parts/aptos-path.ts'
import { Button } from '#components/ui/button.tsx'

const inputClasses = 'field w-48'
const fields = [
  ['time', 'Until time (UTC)', '2026-01-31 10:00'],
  ['below', 'Below height', 'newest'],
] as const

/** Chooses which blocks are listed. A plain GET form: the URL is the state. */
export const BlocksForm = ({
  action,
  network,
  values,
}: {
  action: string
  network: AptosNetwork
  values: Readonly<Record<string, string | undefined>>
}) => (
  <form action={action} className="flex flex-wrap items-end gap-2 border-line border-b px-4 py-3">
    {network === 'testnet' && <input type="hidden" name="network" value={network} />}
    {fields.map(([name, title, placeholder]) => (
      <label key={name} htmlFor={`blocks-${name}`} className="block text-sm">
        <span className="text-muted text-xs">{title}</span>
        <input
          id={`blocks-${name}`}
          name={name}
          defaultValue={values[name]}
          placeholder={placeholder}
          autoComplete="off"
          className={inputClasses}
        />
      </label>
    ))}
    <Button type="submit" className="h-9">
      Show
    </Button>
  </form>
)
