import { useState } from 'react'
import { Button, buttonClasses } from '#components/ui/button.tsx'
import { fieldClasses } from '#components/ui/field.ts'
import { Link } from '#components/ui/link.tsx'
import { type ComparePin, keepPin, readPin } from './compare-pin.ts'

/** The kind of a page, by its path: `tx` of any chain, `aptos block`. */
const kindOf = (path: string): string => {
  const [, chain, kind] = path.split('/')
  return chain === 'aptos' ? `aptos ${kind}` : (kind ?? '')
}

/** Compares the page with one that was kept for it, or with another of its kind. */
export const ComparePart = ({ page, onGo }: { page: ComparePin; onGo: () => void }) => {
  const [pin, setPin] = useState(readPin)
  const keep = (next: ComparePin | undefined) => {
    keepPin(next)
    setPin(next)
  }
  const isThis = pin?.path === page.path
  return (
    <section>
      <h3 className="mb-1.5 font-medium text-muted text-xs">Compare</h3>
      {pin && !isThis && kindOf(pin.path) === kindOf(page.path) && (
        <p className="mb-3 flex flex-wrap items-center gap-2">
          <Link
            href={`/compare?${new URLSearchParams({ a: pin.path, b: page.path })}`}
            onClick={onGo}
            className={buttonClasses('primary', 'min-w-0 max-w-full')}
          >
            <span className="truncate">With {pin.title}</span>
          </Link>
          <Button look="quiet" onClick={() => keep(undefined)}>
            Forget it
          </Button>
        </p>
      )}
      <form action="/compare" onSubmit={onGo} className="flex gap-2">
        <input type="hidden" name="a" value={page.path} />
        <input
          name="b"
          required
          aria-label="With: the address of another page, or another hash, address or number"
          placeholder="Another hash, address, number or link"
          autoComplete="off"
          spellCheck={false}
          className={`${fieldClasses} font-mono`}
        />
        <Button type="submit" className="h-9">
          Compare
        </Button>
      </form>
      <p className="mt-2">
        {isThis ? (
          <span className="text-muted">
            Pinned. Open another page and compare it from there.{' '}
            <button type="button" onClick={() => keep(undefined)} className="text-accent hover:underline">
              Forget it
            </button>
          </span>
        ) : (
          <button type="button" onClick={() => keep(page)} className="text-accent hover:underline">
            Pin this page to compare it with another
          </button>
        )}
      </p>
    </section>
  )
}
