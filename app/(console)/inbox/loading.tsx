import { LoadingPage } from "@/components/ui/skeleton";

const Loading = () => <LoadingPage title="Inbox" heights={["h-14 w-96", "h-80"]} />;
export default Loading;
