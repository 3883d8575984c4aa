import { ArrowLeftRight } from 'lucide'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'

/** Which two: pages of this site by their address, or of the second only the hash, address or number. */
export const CompareForm = ({
  values,
  faults,
  isWhole,
}: {
  values: { a: string; b: string }
  faults: { a: boolean; b: boolean }
  isWhole: boolean
}) => (
  <Panel aria-label="What to compare">
    <form action="/compare" className="grid items-end gap-3 p-4 lg:grid-cols-[1fr_auto_1fr_auto]">
      <Field name="a" title="A" value={values.a} isFaulty={faults.a} placeholder="/demo/tx/0x…" />
      {values.a && values.b ? (
        <Link
          href={`/compare?${new URLSearchParams({ a: values.b, b: values.a, ...(isWhole && { all: '' }) })}`}
          aria-label="Change sides"
          title="Change sides"
          className="hit mb-2.5 justify-self-center text-muted hover:text-accent max-lg:mb-0 max-lg:rotate-90"
        >
          <Icon of={ArrowLeftRight} size={16} />
        </Link>
      ) : (
        <span />
      )}
      <Field
        name="b"
        title="B"
        value={values.b}
        isFaulty={faults.b}
        placeholder="The address of its page, or its hash"
      />
      <Button type="submit" look="primary" className="h-9">
        Compare
      </Button>
    </form>
  </Panel>
)

const Field = ({
  name,
  title,
  value,
  isFaulty,
  placeholder,
}: {
  name: string
  title: string
  value: string
  isFaulty: boolean
  placeholder: string
}) => (
  <div className="min-w-0">
    <label htmlFor={`compare-${name}`} className={fieldLabelClasses}>
      {title}
    </label>
    <input
      id={`compare-${name}`}
      key={value}
      name={name}
      defaultValue={value}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      aria-invalid={isFaulty || undefined}
      aria-describedby={isFaulty ? `compare-${name}-fault` : undefined}
      className={`${fieldClasses} font-mono`}
    />
    {isFaulty && (
      <p id={`compare-${name}-fault`} className="mt-1 text-bad text-xs">
        This is not a page of this site. Paste the address of a transaction, block, NFT, token or wallet from your
        browser{name === 'b' ? ', or only its hash, address or number' : ''}.
      </p>
    )}
  </div>
)
