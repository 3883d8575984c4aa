export { generateMetadata, Page as default } from '#components/evm/token/owners-page.tsx'
