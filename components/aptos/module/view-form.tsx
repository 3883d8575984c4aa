import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import type { AptosModuleFunction } from '#lib/aptos/account/contract.ts'
import { cutText } from '#lib/format/cut-texts.ts'
import type { Filters } from '#lib/format/filters.ts'
import { AptosSenderField } from './wallet/sender-field.tsx'

/** Query parameters of a module's page: the arguments and type arguments of the called function, by their places. */
export const viewArgumentNames = Array.from({ length: 16 }, (_, index) => `a${index}`)
export const typeNames = Array.from({ length: 8 }, (_, index) => `t${index}`)

const identifier = /^[A-Za-z_]\w{0,127}$/

/** The call that a URL names, in the form of the endpoint; values that are left out at the end are empty. */
export const viewCall = (
  place: { address: string; module: string },
  filters: Filters,
): { function: string; type_arguments: string; arguments: string } | undefined => {
  const { function: name } = filters
  if (name === undefined || !identifier.test(name)) return undefined
  return {
    function: `${place.address}::${place.module}::${name}`,
    type_arguments: JSON.stringify(given(filters, typeNames)),
    arguments: JSON.stringify(given(filters, viewArgumentNames)),
  }
}

const given = (filters: Filters, names: readonly string[]): string[] => {
  const last = names.findLastIndex((name) => filters[name] !== undefined)
  return names.slice(0, last + 1).map((name) => filters[name] ?? '')
}

const typeMax = 200
const inputClasses =
  'mt-0.5 block h-9 w-full rounded-lg border border-line bg-surface px-2.5 font-mono text-base sm:text-sm'

/**
 * A field for each type argument and argument of a view function. A plain GET form: its URL carries the call, and it works
 * without JavaScript.
 */
export const ViewForm = ({
  called,
  action,
  hidden,
  values,
  isSimulation = false,
  children,
}: {
  called: AptosModuleFunction
  action: string
  /** Other parameters of the URL. */
  hidden: Readonly<Record<string, string | undefined>>
  /** Of the URL, if it names this function. */
  values: Readonly<Record<string, string | undefined>>
  /** The form has a field for the sender. */
  isSimulation?: boolean
  /** The result. */
  children?: ReactNode
}) => {
  const id = `${isSimulation ? 'simulate' : 'view'}-${called.name}`
  return (
    <div className="grid gap-3">
      <form action={`${action}#${called.name}`} className="grid gap-3">
        {Object.entries(hidden).map(([name, value]) =>
          value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <input type="hidden" name="function" value={called.name} />
        {isSimulation && <AptosSenderField id={`${id}-sender`} sender={values.sender} className={inputClasses} />}
        {called.type_parameters.slice(0, typeNames.length).map((_, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: type arguments are identified by their place
            key={index}
            id={`${id}-t${index}`}
            name={typeNames[index] ?? ''}
            title={`T${index}`}
            type="type"
            placeholder="0x1::aptos_coin::AptosCoin"
            value={values[typeNames[index] ?? '']}
          />
        ))}
        {called.params.slice(0, viewArgumentNames.length).map((type, index) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: arguments are identified by their place
            key={index}
            id={`${id}-a${index}`}
            name={viewArgumentNames[index] ?? ''}
            title={called.param_names?.[index] ?? `#${index}`}
            type={type}
            placeholder={placeholderOf(type)}
            value={values[viewArgumentNames[index] ?? '']}
          />
        ))}
        <div>
          <Button type="submit" look="primary">
            {isSimulation ? 'Simulate' : 'Run'}
          </Button>
        </div>
      </form>
      {children}
    </div>
  )
}

const Field = ({
  id,
  name,
  title,
  type,
  placeholder,
  value,
}: {
  id: string
  name: string
  title: string
  type: string
  placeholder: string
  value: string | undefined
}) => (
  <label htmlFor={id} className="block text-sm">
    <span className="flex flex-wrap gap-x-2 text-xs">
      <span>{title}</span>
      <span className="wrap-anywhere font-mono text-muted">{cutText(type, typeMax)}</span>
    </span>
    <input
      id={id}
      name={name}
      defaultValue={value}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      className={inputClasses}
    />
  </label>
)

/** What a field accepts. */
const placeholderOf = (type: string): string => {
  if (type === 'vector<u8>') return '0x…'
  if (type.startsWith('vector<')) return '["…", "…"]'
  if (type.startsWith('0x1::option::Option<')) return 'empty for none'
  if (type === 'bool') return 'true or false'
  if (type === '0x1::string::String') return 'text'
  if (type === 'address' || type.startsWith('0x1::object::Object<')) return '0x…'
  return /^[ui]\d+$/.test(type) ? 'decimal or 0x…' : 'JSON'
}
