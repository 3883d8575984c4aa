export { generateMetadata, Page as default } from '#components/evm/contract/contract-page.tsx'
