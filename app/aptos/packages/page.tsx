export { generateMetadata, Page as default } from '#components/aptos/network/packages-page.tsx'
