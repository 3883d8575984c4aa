export { generateMetadata, Page as default } from '#components/evm/contract/contracts-page.tsx'
