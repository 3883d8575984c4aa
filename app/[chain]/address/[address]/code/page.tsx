export { generateMetadata, Page as default } from '#components/evm/contract/code/code-page.tsx'
