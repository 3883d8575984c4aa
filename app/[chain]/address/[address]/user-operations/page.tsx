export { generateMetadata, Page as default } from '#components/evm/user-operation/operations-page.tsx'
