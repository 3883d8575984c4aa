export { generateMetadata, Page as default } from '#components/evm/wallet/code/code-page.tsx'
