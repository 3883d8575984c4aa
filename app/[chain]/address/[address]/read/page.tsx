export { generateMetadata, Page as default } from '#components/evm/contract/read-page.tsx'
