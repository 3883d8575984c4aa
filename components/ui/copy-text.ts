/** Pages served without TLS have no clipboard object: a selected field and the old command work there. */
export const copyText = async (value: string): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    )
  const field = document.createElement('textarea')
  field.value = value
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
