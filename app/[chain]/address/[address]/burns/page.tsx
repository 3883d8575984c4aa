export { generateMetadata, Page as default } from '#components/evm/token/burns-page.tsx'
