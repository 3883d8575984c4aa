import { systems } from '#lib/server/systems.ts'

export const dynamic = 'force-dynamic'

const handle = async (request: Request): Promise<Response> => (await systems()).handlers.media(request)

export { handle as GET, handle as HEAD, handle as OPTIONS }
