// Orocos KDL 1.5.1 beside posed's dls, on the same arms, the same reachable targets, the same starts, in one run, one thread.
//
//     kdl [seconds]     CSV: arm and starts, solver, solves/s, success %, median us, p99 us, ours/this
//
// Success: within 1e-3 m and 1e-3 rad and inside the limits, judged here for both by KDL's forward kinematics.
// LMA   ChainIkSolverPos_LMA, as it comes, one attempt (it knows no limits).
// NR_JL ChainIkSolverPos_NR_JL over ChainIkSolverVel_wdls (lambda 0.1), 100 iterations, and random restarts inside the limits until
//       it succeeds, 100 at most: what one does in practice.
#include "bench/peers/arms.h"

#include <kdl/chainfksolverpos_recursive.hpp>
#include <kdl/chainiksolverpos_lma.hpp>
#include <kdl/chainiksolverpos_nr_jl.hpp>
#include <kdl/chainiksolvervel_wdls.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

static const int TARGETS = 2000;

static double now()
{
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}

struct scene {
    KDL::Chain chain;
    KDL::JntArray low, high;
    std::vector<KDL::Frame> targets;
    std::vector<KDL::JntArray> starts;
};

static KDL::Chain chain_of(int arm)
{
    KDL::Chain chain;
    int n = bench_arm_hinges(arm);
    double at[3], next[3];
    int axis;
    bench_arm_row(arm, 0, &axis, at);
    chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::None), KDL::Frame(KDL::Vector(at[0], at[1], at[2]))));
    for (int i = 0; i < n; i++) {
        int ignored;
        bench_arm_row(arm, i, &axis, at);
        bench_arm_row(arm, i + 1, &ignored, next);
        KDL::Joint::JointType types[] = {KDL::Joint::RotX, KDL::Joint::RotY, KDL::Joint::RotZ};
        chain.addSegment(KDL::Segment(KDL::Joint(types[axis]), KDL::Frame(KDL::Vector(next[0], next[1], next[2]))));
    }
    return chain;
}

static void fill(scene &s, int arm, int starts, unsigned seed)
{
    int n = bench_arm_hinges(arm);
    s.chain = chain_of(arm);
    s.low.resize(n), s.high.resize(n);
    KDL::ChainFkSolverPos_recursive fk(s.chain);
    bench_arm_limits(arm, s.low.data.data(), s.high.data.data());
    bench_random_seed(seed);
    for (int t = 0; t < TARGETS; t++) {
        KDL::JntArray goal(n), start(n);
        KDL::Frame frame;
        for (int i = 0; i < n; i++) {
            goal(i) = s.low(i) + (s.high(i) - s.low(i)) * bench_random();
            double other = s.low(i) + (s.high(i) - s.low(i)) * bench_random(), near = goal(i) + 0.1 * (2 * bench_random() - 1);
            start(i) = starts == 0 ? 0 : starts == 1 ? other : std::min(s.high(i), std::max(s.low(i), near));
        }
        fk.JntToCart(goal, frame);
        s.targets.push_back(frame);
        s.starts.push_back(start);
    }
}

static bool good(const scene &s, KDL::ChainFkSolverPos_recursive &fk, const KDL::JntArray &q, const KDL::Frame &target)
{
    KDL::Frame frame;
    fk.JntToCart(q, frame);
    KDL::Twist off = KDL::diff(frame, target);
    for (unsigned i = 0; i < q.rows(); i++)
        if (!(q(i) >= s.low(i) - 1e-4 && q(i) <= s.high(i) + 1e-4)) return false;
    return off.vel.Norm() <= 1.001e-3 && off.rot.Norm() <= 1.001e-3;
}

struct figures {
    double rate, success, median, p99;
};

template <class Solve> static figures measure(const scene &s, double seconds, Solve solve)
{
    KDL::ChainFkSolverPos_recursive fk(s.chain);
    std::vector<double> times;
    KDL::JntArray q(s.low.rows());
    int reached = 0;
    double sum = 0;
    for (int t = 0; t < TARGETS && (sum < seconds || t < 100); t++) {
        double begin = now();
        solve(t, q);
        times.push_back(now() - begin);
        sum += times.back();
        reached += good(s, fk, q, s.targets[t]);
    }
    std::sort(times.begin(), times.end());
    size_t n = times.size();
    return {n / sum, 100.0 * reached / n, times[n / 2] * 1e6, times[n * 99 / 100] * 1e6};
}

static void print(const char *name, const char *solver, const figures &f, double ours)
{
    std::printf("%s,%s,%.4g,%.2f,%.2f,%.1f,%.2f\n", name, solver, f.rate, f.success, f.median, f.p99, ours / f.rate);
    std::fflush(stdout);
}

static void compare(int arm, int starts, const char *name, double seconds)
{
    scene s;
    fill(s, arm, starts, 2026);
    int n = s.low.rows();
    KDL::ChainFkSolverPos_recursive fk(s.chain);
    KDL::ChainIkSolverVel_wdls wdls(s.chain);
    wdls.setLambda(0.1);
    KDL::ChainIkSolverPos_NR_JL newton(s.chain, s.low, s.high, fk, wdls, 100, 1e-4);
    KDL::ChainIkSolverPos_LMA lma(s.chain); // its default: 1e-5 with rotations weighing 0.01, so 1e-3 rad
    bench_arm *ours = bench_arm_open(arm);
    auto dls = [&](int t, KDL::JntArray &q) {
        double x, y, z, w;
        const KDL::Frame &f = s.targets[t];
        f.M.GetQuaternion(x, y, z, w);
        const double pose[7] = {f.p.x(), f.p.y(), f.p.z(), x, y, z, w};
        bench_arm_solve(ours, q.data.data(), s.starts[t].data.data(), pose);
    };
    measure(s, seconds, dls); /* warm */
    figures mine = measure(s, seconds, dls);
    print(name, "posed dls", mine, mine.rate);
    print(name, "KDL LMA", measure(s, seconds, [&](int t, KDL::JntArray &q) { lma.CartToJnt(s.starts[t], s.targets[t], q); }),
          mine.rate);
    auto restarted = [&](int t, KDL::JntArray &q) {
        KDL::JntArray start = s.starts[t];
        for (int attempt = 0; attempt < 100; attempt++) {
            if (newton.CartToJnt(start, s.targets[t], q) >= 0 && good(s, fk, q, s.targets[t])) return;
            for (int i = 0; i < n; i++) start(i) = s.low(i) + (s.high(i) - s.low(i)) * bench_random();
        }
    };
    print(name, "KDL NR_JL wdls restarts", measure(s, seconds, restarted), mine.rate);
    bench_arm_close(ours);
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? std::atof(argv[1]) : 1;
    std::printf("arm,solver,solves_per_s,success_percent,median_us,p99_us,ours_over_this\n");
    compare(0, 0, "arm7 rest", seconds);
    compare(0, 1, "arm7 random", seconds);
    compare(0, 2, "arm7 near", seconds);
    compare(1, 0, "human9 rest", seconds);
    compare(1, 1, "human9 random", seconds);
    compare(1, 2, "human9 near", seconds);
}
