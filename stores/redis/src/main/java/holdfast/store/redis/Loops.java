package holdfast.store.redis;

import io.lettuce.core.resource.DefaultEventLoopGroupProvider;
import io.lettuce.core.resource.Transports;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.EventExecutorGroup;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** Gives a client one loop for all its connections, which callers may drive. */
final class Loops extends DefaultEventLoopGroupProvider {
    private volatile @Nullable DrivenLoop driven;

    Loops() {
        super(1);
    }

    /** Empty if the client has no loop yet, or one that an application brought along with another transport. */
    Optional<DrivenLoop> driven() {
        return Optional.ofNullable(driven);
    }

    @Override
    protected <T extends EventLoopGroup> EventExecutorGroup doCreateEventLoopGroup(
            Class<T> type, int threads, io.lettuce.core.resource.ThreadFactoryProvider factories) {
        return Transports.socketChannelClass().equals(NioSocketChannel.class)
                ? new Group(factories.getThreadFactory("holdfast-redis"))
                : super.doCreateEventLoopGroup(type, threads, factories);
    }

    private final class Group extends MultiThreadIoEventLoopGroup {
        Group(ThreadFactory threads) {
            super(1, threads, NioIoHandler.newFactory());
        }

        @Override
        protected IoEventLoop newChild(
                Executor executor, IoHandlerFactory handlers, Object... args) {
            var loop = new DrivenLoop(this, executor, handlers);
            driven = loop;
            return loop;
        }
    }
}
