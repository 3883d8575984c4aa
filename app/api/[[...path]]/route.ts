import { systems } from '#lib/systems.ts'

export const dynamic = 'force-dynamic'

const handle = async (request: Request): Promise<Response> => (await systems()).handlers.api(request)

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
}
