export { generateMetadata, Page as default } from '#components/aptos/network-page.tsx'
