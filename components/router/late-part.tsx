import { type ComponentType, lazy } from 'react'

/**
 * Takes the place in browsers of what Next's `dynamic` makes of a loader. The document itself asks for the code of such parts: the
 * rest of that file is for the server, and for options that are not used here. The elements are those of the server.
 */
const latePart = ({ loader }: { loader: () => Promise<ComponentType> }): ComponentType => {
  const Part = lazy(async () => ({ default: await loader() }))
  return (props) => (
    <>
      {null}
      <Part {...props} />
    </>
  )
}

export default latePart
