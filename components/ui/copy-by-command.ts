/** Copies what is selected in a field, as browsers did before they had a clipboard object. */
export const copyByCommand = (value: string): boolean => {
  const field = document.createElement('textarea')
  field.value = value
  field.style.position = 'fixed'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}
