import { Button } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { Panel } from '#components/ui/panel.tsx'

type Side = { value: string; isFaulty: boolean }

/** Compares two pages of this site; for the second, a hash, address or number is enough. */
export const CompareForm = (sides: Record<'a' | 'b', Side>) => (
  <Panel aria-label="What to compare">
    <form action="/compare" className="grid items-start gap-3 p-4 lg:grid-cols-[1fr_1fr_auto]">
      {(['a', 'b'] as const).map((name) => (
        <div key={name} className="min-w-0">
          <label htmlFor={`compare-${name}`} className={fieldLabelClasses}>
            {name.toUpperCase()}
          </label>
          <input
            id={`compare-${name}`}
            key={sides[name].value}
            name={name}
            defaultValue={sides[name].value}
            placeholder={name === 'a' ? 'Page address' : 'Page address, or only the hash, address or number'}
            autoComplete="off"
            spellCheck={false}
            aria-invalid={sides[name].isFaulty || undefined}
            aria-describedby={sides[name].isFaulty ? `compare-${name}-fault` : undefined}
            className={`${fieldClasses} font-mono`}
          />
          {sides[name].isFaulty && (
            <p id={`compare-${name}-fault`} className="mt-1 text-bad text-xs">
              This is not a page of this site. Paste the address of a transaction, block, NFT, token or wallet page.
            </p>
          )}
        </div>
      ))}
      <Button type="submit" look="primary" className="h-9 lg:mt-5">
        Compare
      </Button>
    </form>
  </Panel>
)
