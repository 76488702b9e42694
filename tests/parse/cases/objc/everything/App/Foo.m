#import <Foundation/Foundation.h>
#import "Foo.h"
#define LIMIT 3
@protocol Runner <NSObject>
- (void)run;
@end
/// A thing.
@interface Foo : Base <Runner>
@property (nonatomic, strong) NSString *name;
- (instancetype)initWithName:(NSString *)name age:(int)age;
+ (Foo *)make;
@end
@implementation Foo
- (instancetype)initWithName:(NSString *)name age:(int)age { self = [super init]; [self go:1]; helper(2); return self; }
+ (Foo *)make { return [[Foo alloc] initWithName:@"x" age:1]; }
@end
@interface Foo (Cat)
- (void)extra;
@end
static int helper(int x) { return x; }
