/** Pages served without TLS have no clipboard object: a selected field and the old command work there. */
export const copyText = async (value: string): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    )
  return (await import('./copy-by-command.ts')).copyByCommand(value)
}
