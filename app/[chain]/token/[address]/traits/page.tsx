export { generateMetadata, Page as default } from '#components/evm/token/traits-page.tsx'
