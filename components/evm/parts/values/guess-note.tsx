import { isStandardSignature } from '#lib/evm/api/format/standard-signatures.ts'

/** Marks values decoded by a known signature instead of a verified ABI; nothing for functions and events of the token standards. */
export const GuessNote = ({ of, signature }: { of: 'call' | 'event'; signature: string }) =>
  !isStandardSignature(signature) && (
    <details className="font-sans text-muted text-xs open:basis-full">
      <summary
        title="Guessed from known signatures: the ABI of this contract is not verified"
        className="guess hit w-fit cursor-help list-none hover:text-accent"
      >
        guessed
      </summary>
      The ABI of this contract is not verified. A known signature has the same {of === 'call' ? 'selector' : 'topic'}{' '}
      and fits the data, but the names may be wrong.
    </details>
  )
