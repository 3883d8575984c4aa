'use client'

import { type ComponentProps, useId } from 'react'
import { fromEvmExplorer } from '#components/evm/parts/evm-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { fieldClasses, fieldLabelClasses } from '#components/ui/field.ts'
import { useAction } from '#components/ui/use-action.ts'

/** Takes an ABI, as text or as a file, and stores it for a contract that is not verified. */
export const AbiForm = ({ chain, address }: { chain: string; address: string }) => {
  const id = useId()
  const { isBusy, error, run } = useAction()
  const submit: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    run(async () => {
      const file = form.get('file')
      const abi = file instanceof File && file.size > 0 ? await file.text() : String(form.get('abi'))
      await fromEvmExplorer('/evm/contracts/:address/abi', 'POST').call({ chain, address, abi })
      location.reload()
    })
  }
  return (
    <form onSubmit={submit} className="grid w-full gap-3">
      <p className="text-muted">
        The ABI is shown as given and not proven, and used for the Read and Write tabs and to guess names. Functions
        that the bytecode does not have are left out. Verify the contract instead where you have its sources.
      </p>
      <label htmlFor={`${id}-abi`} className="block">
        <span className={fieldLabelClasses}>ABI, or an artifact with it</span>
        <textarea
          id={`${id}-abi`}
          name="abi"
          rows={6}
          spellCheck={false}
          autoComplete="off"
          placeholder='[{"type":"function","name":"totalSupply",…}]'
          className={`${fieldClasses} h-auto py-2 font-mono text-xs`}
        />
      </label>
      <label htmlFor={`${id}-file`} className="block">
        <span className={fieldLabelClasses}>Or a JSON file</span>
        <input id={`${id}-file`} name="file" type="file" accept=".json" className="text-sm" />
      </label>
      <div>
        <Button type="submit" look="primary" disabled={isBusy}>
          Give ABI
        </Button>
      </div>
      <p role="status" className="wrap-anywhere text-bad text-sm">
        {error instanceof Error && error.message}
      </p>
    </form>
  )
}
