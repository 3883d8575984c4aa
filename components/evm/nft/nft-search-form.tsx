import { Search } from 'lucide'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { nftSearchChoices, nftSearchNames } from './nft-search-fields.ts'

const fieldClasses = 'h-11 rounded-lg border border-line bg-surface px-3 text-base'

/** The search text and the fields to search. A plain GET form that keeps the other filters. */
export const NftSearchForm = ({
  action,
  values,
  fault,
}: {
  action: string
  values: Readonly<Record<string, string | undefined>>
  /** The error of the search text. */
  fault: string | undefined
}) => (
  // biome-ignore lint/a11y/useSemanticElements: <search> is not known to all browsers in use
  <form role="search" aria-label="NFTs" action={action} className="flex flex-wrap items-start gap-2">
    <label htmlFor="nft-words" className="relative min-w-56 flex-1">
      <span className="sr-only">Words in the name, description or attributes</span>
      <Icon of={Search} size={17} className="absolute top-3.5 left-3.5 text-muted" />
      <input
        id="nft-words"
        name="q"
        type="search"
        defaultValue={values.q}
        required
        minLength={3}
        maxLength={256}
        placeholder="Words in a name, description or attribute"
        aria-invalid={fault !== undefined}
        aria-describedby={fault && 'nft-words-fault'}
        className={`w-full pl-10 aria-invalid:border-bad ${fieldClasses}`}
      />
      {fault && (
        <span id="nft-words-fault" role="alert" className="mt-1 block text-bad text-xs">
          {fault}
        </span>
      )}
    </label>
    <label htmlFor="nft-filter" className="max-sm:flex-1">
      <span className="sr-only">Search in</span>
      <select id="nft-filter" name="filter" defaultValue={values.filter ?? ''} className={`w-full ${fieldClasses}`}>
        {nftSearchChoices.map(([choice, words], index) => (
          <option key={choice} value={index === 0 ? '' : choice}>
            {words}
          </option>
        ))}
      </select>
    </label>
    {nftSearchNames
      .filter((name) => name !== 'q' && name !== 'filter' && values[name] !== undefined)
      .map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} />
      ))}
    <Button type="submit" look="primary" className="h-11">
      Search
    </Button>
  </form>
)
