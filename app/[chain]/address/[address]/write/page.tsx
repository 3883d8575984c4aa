export { generateMetadata, Page as default } from '#components/evm/contract/write-page.tsx'
