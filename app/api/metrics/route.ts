import { systems } from '#lib/server/systems.ts'

export const dynamic = 'force-dynamic'

const handle = async (request: Request): Promise<Response> => (await systems()).handlers.metrics(request)

export { handle as GET }
