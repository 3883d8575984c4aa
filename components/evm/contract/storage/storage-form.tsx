import { Button } from '#components/ui/button.tsx'
import type { EvmContractStorage } from '#lib/evm/contract/calls-contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'

const optionMax = 100
const inputClasses = 'field'

/** Asks for the entry of a mapping or a list, and for a block. A plain GET form, which works without JavaScript. */
export const StorageForm = ({
  action,
  values,
  variables,
}: {
  action: string
  values: Filters
  /** Mappings and lists. */
  variables: NonNullable<EvmContractStorage['result']>
}) => (
  <form
    action={action}
    className="grid gap-3 border-line border-b px-4 py-3 sm:grid-cols-2 lg:grid-cols-[2fr_2fr_1fr_auto]"
  >
    {variables.length > 0 && (
      <>
        <label htmlFor="storage-variable" className="block min-w-0 text-sm">
          <span className="text-muted text-xs">Mapping or list</span>
          <select id="storage-variable" name="variable" defaultValue={values.variable ?? ''} className={inputClasses}>
            <option value="">None</option>
            {variables.map(({ name, type }) => (
              <option key={name} value={name}>
                {cutText(`${name}: ${type}`, optionMax)}
              </option>
            ))}
          </select>
        </label>
        <label htmlFor="storage-keys" className="block min-w-0 text-sm">
          <span className="text-muted text-xs">Keys, separated by commas</span>
          <input
            id="storage-keys"
            name="keys"
            defaultValue={values.keys}
            placeholder="0x… or 1"
            autoComplete="off"
            spellCheck={false}
            className={inputClasses}
          />
        </label>
      </>
    )}
    <label htmlFor="storage-block" className="block min-w-0 text-sm">
      <span className="text-muted text-xs">After block</span>
      <input
        id="storage-block"
        name="block"
        inputMode="numeric"
        defaultValue={values.block}
        placeholder="newest"
        autoComplete="off"
        className={inputClasses}
      />
    </label>
    <div className="self-end">
      <Button type="submit" className="h-9">
        Read
      </Button>
    </div>
  </form>
)
