package holdfast.store.redis;

import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.handler.flush.FlushConsolidationHandler;

/** What several threads have to send at the same time goes out in one piece: each piece costs both ends a call of the system. */
final class SentTogether implements NettyCustomizer {
    @Override
    public void afterChannelInitialized(Channel channel) {
        channel.pipeline()
                .addFirst(
                        new FlushConsolidationHandler(
                                FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES,
                                true));
    }
}
